import { describe, expect, test } from "vitest";
import { newPackage } from "./own-package.js";
import { runIn, type Project } from "./project.js";

const nothing = { "mapwright.config.yaml": undefined, "mappings/cursor/notifications.yaml": undefined, "mappings/acme/messages.yaml": undefined, "schemas/acme/1.0.0/AcmeMessage.json": undefined, "schemas/canonical/review.yaml": undefined };

/** A package before anybody thought of Mapwright. */
function bare(manifest: string, files: { readonly [file: string]: string } = {}): Project {
  return newPackage({ ...nothing, "package.json": manifest, ...files });
}

const manifest = '{\n\t"name": "bridge",\n\t"type": "module",\n\t"scripts": {\n\t\t"test": "node --test"\n\t},\n\t"dependencies": {\n\t\t"mapwright": "^0.1.0"\n\t}\n}\n';

describe("init", () => {
  test.each(["codex", "claude", "cursor"])("begins a package for %s, which then generates and has no problem", async (provider) => {
    const project = bare(manifest);
    const { code, stdout, stderr } = await project.run("init", provider);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Next: npx mapwright generate");
    expect((await project.run("generate")).code).toBe(0);
    expect((await project.run("check")).stdout).toBe("no problems\n");
    const [table] = [...project.disk().keys()].filter((file) => file.startsWith(`mappings/${provider}/`));
    const [, schema = ""] = /^# yaml-language-server: \$schema=\.\.\/\.\.\/(\S+)$/m.exec(project.read(table!)) ?? [];
    expect([...project.disk().keys()]).toContain(schema);
  });

  test("adds to package.json what is missing there, in its own form", async () => {
    const project = bare(manifest, { "tsconfig.json": "{}\n" });
    await project.run("init");
    expect(project.read("package.json")).toBe(manifest.replace('"node --test"\n', '"node --test",\n\t\t"generate": "mapwright generate",\n\t\t"check": "mapwright check",\n\t\t"build": "mapwright generate && tsc"\n'));
  });

  test("leaves alone what is there, and says what it could have added", async () => {
    const project = bare(manifest.replace('"test": "node --test"', '"build": "tsup", "check": "tsc", "generate": "mapwright generate"'), { ".vscode/settings.json": "{ // mine\n}\n" });
    const before = project.read("package.json");
    const { stdout } = await project.run("init");
    expect(project.read("package.json")).toBe(before);
    expect(project.read(".vscode/settings.json")).toBe("{ // mine\n}\n");
    expect(stdout).toContain('kept     package.json: its script "build" stays as it is; let it run `mapwright generate` first');
    expect(stdout).toContain('kept     package.json: its script "check"');
    expect(stdout).not.toContain('its script "generate"');
    expect(stdout).toContain('kept     .vscode/settings.json: "files.readonlyInclude"');
  });

  test.each(['["x"]', '"x"', "null"])("writes nothing where the scripts are %s", async (scripts) => {
    const project = bare(`{ "name": "bridge", "scripts": ${scripts} }\n`);
    const before = project.disk();
    expect(await project.run("init")).toMatchObject({ code: 2, stderr: expect.stringContaining("`scripts` of package.json are no JSON object") });
    expect(project.disk()).toEqual(before);
  });

  test("a table in a .yml is there already", async () => {
    const project = bare(manifest, { "mappings/cursor/notifications.yml": "extends: cursor.acp.notification\n" });
    const { stdout } = await project.run("init", "cursor");
    expect(stdout).toContain("kept     mappings/cursor/notifications.yml: it stays as it is");
    expect((await project.run("generate")).code).toBe(0);
  });

  test("tells a turbo workspace what the build reads and writes", async () => {
    const workspace = newPackage({ ...nothing, "package.json": undefined as never, "turbo.json": "{}\n", "packages/bridge/package.json": manifest });
    const { code } = await runIn(workspace.file("packages/bridge"), ["init"]);
    expect(code).toBe(0);
    const inputs = ["mapwright.config.yaml", "mappings/**", "schemas/**", "src/transforms/**"];
    expect(JSON.parse(workspace.read("packages/bridge/turbo.json"))).toEqual({
      extends: ["//"],
      tasks: {
        generate: { inputs: [...inputs, "!src/generated/**"], outputs: ["src/generated/**"] },
        check: { inputs: [...inputs, "src/generated/**"] },
        build: { dependsOn: ["^build", "generate"], inputs: ["$TURBO_DEFAULT$", "!src/generated/**"] },
      },
    });
    expect((JSON.parse(workspace.read("packages/bridge/package.json")) as { scripts: object }).scripts).not.toHaveProperty("build");
  });

  test("adds the table of another agent to a package that has begun, in its folders, and no second one", async () => {
    const project = bare(manifest, { "mapwright.config.yaml": "extends: mapwright\nmappings: maps\noutput: lib/gen\n", "maps/cursor/notifications.yaml": "extends: cursor.acp.notification\n" });
    const before = project.disk();
    expect(await project.run("init", "claude")).toMatchObject({ code: 0, stdout: "written  maps/claude/messages.yaml\n\nNext: npx mapwright generate\n" });
    expect([...project.disk().keys()].filter((file) => !before.has(file))).toEqual(["maps/claude/messages.yaml"]);
    expect(project.read("maps/claude/messages.yaml")).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/lib\/gen\/editor\/claude\/messages\.schema\.json\n/);
    expect((await project.run("generate")).code).toBe(0);
    expect(await project.run("init", "cursor")).toMatchObject({ code: 2, stderr: expect.stringContaining("maps/cursor/notifications.yaml") });
  });

  test("turns the generated tests on where there is vitest", async () => {
    const project = bare(manifest.replace('"dependencies"', '"devDependencies": { "vitest": "4" },\n\t"dependencies"'));
    await project.run("init");
    expect(project.read("mapwright.config.yaml")).toMatch(/^tests: vitest/m);
  });

  test("says what the package lacks: modules, and us among its dependencies", async () => {
    const { stdout } = await bare('{"name":"bridge"}').run("init");
    expect(stdout).toMatch(/npm pkg set type=module[\s\S]*npm install mapwright[\s\S]*npx mapwright generate/);
  });

  test.each([
    ["where a broken config is", { "mapwright.config.yaml": "extends: mapwright\n" }, "there is a mapwright.config.yaml here already"],
    ["where no package is", { "package.json": undefined as never }, "there is no package.json here"],
    ["where the package cannot be read", { "package.json": "{" }, "package.json cannot be read"],
  ])("refuses %s, and writes nothing", async (_, files, message) => {
    const project = newPackage({ ...nothing, "package.json": manifest, ...files });
    const before = project.disk();
    const { code, stderr } = await project.run("init");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(project.disk()).toEqual(before);
  });

  test("refuses an agent that has no tables", async () => {
    const { code, stderr } = await bare(manifest).run("init", "gemini");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("codex, claude, cursor") });
  });
});
