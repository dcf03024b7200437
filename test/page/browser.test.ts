import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { renderPage } from "../../codegen/page/index.js";
import { executable, launch, open, type Opened } from "./browser.js";
import { page as fixture, saying } from "./fixture.js";

const html = renderPage(fixture);
const completed = '[id="codex.app-server.notification/turn/completed"]';

describe.skipIf(executable === undefined)("in a browser (where there is a chromium)", () => {
  let browser: Browser;
  let opened: Opened | undefined;

  beforeAll(async () => void (browser = await launch()));
  afterAll(() => browser?.close());
  afterEach(async () => {
    const faults = opened?.faults;
    await opened?.close();
    opened = undefined;
    expect(faults).toEqual([]);
  });

  async function show(markup: string, options: Parameters<typeof open>[2] = {}): Promise<Page> {
    opened = await open(browser, markup, options);
    return opened.page;
  }

  const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.closest(".rows > li")?.id ?? document.activeElement?.id ?? "");
  const visible = (page: Page): Promise<string[]> => page.evaluate(() => Array.from(document.querySelectorAll(".rows > li"), (item) => item as HTMLElement).filter((item) => item.offsetParent !== null).map((item) => item.id.split("/").slice(1).join("/")));

  test("the keyboard alone opens a row, closes it, and comes back to it", async () => {
    const page = await show(html);
    await page.focus("#ui-uncovered");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("codex.app-server.notification/queue/updated");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("codex.app-server.notification/turn/completed");
    expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe("solid");
    await page.keyboard.press("Enter");
    expect(await page.isVisible(`${completed} .body`)).toBe(true);
    expect(new URL(page.url()).hash).toBe("#codex.app-server.notification%2Fturn%2Fcompleted");
    // Whoever reads has clicked somewhere.
    await page.click(`${completed} .body pre >> nth=0`);
    await page.keyboard.press("Escape");
    expect(await page.isVisible(`${completed} .body`)).toBe(false);
    expect(await focused(page)).toBe("codex.app-server.notification/turn/completed");
    await page.keyboard.press("ArrowRight");
    expect(await page.isVisible(`${completed} .body`)).toBe(true);
    await page.keyboard.press("ArrowLeft");
    expect(await page.isVisible(`${completed} .body`)).toBe(false);
    await page.keyboard.press("End");
    expect(await focused(page)).toBe("cursor.acp.request/session/prompt(sent)");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("codex.app-server.notification/queue/updated");
  });

  test("filters by text, by provider and source, and to what is unseen or uncovered", async () => {
    const page = await show(html);
    const all = await visible(page);
    expect(all).toHaveLength(6);
    await page.fill("#ui-text", "TURN started");
    expect(await visible(page)).toEqual(["turn/started", "session/prompt(sent)"]);
    expect(await page.textContent("#ui-found")).toBe("2 of 6 messages");
    expect(await page.textContent(".count >> nth=0")).toBe("1 of 4 messages, 2 seen");
    await page.selectOption("#ui-from", "provider cursor");
    expect(await visible(page)).toEqual(["session/prompt(sent)"]);
    expect(await page.isVisible('[id="codex.app-server.notification"]')).toBe(false);
    await page.fill("#ui-text", "");
    await page.selectOption("#ui-from", "source codex.app-server.notification");
    await page.check("#ui-unseen");
    expect(await visible(page)).toEqual(["turn/started", "item/started"]);
    await page.uncheck("#ui-unseen");
    await page.check("#ui-uncovered");
    expect(await visible(page)).toEqual(["queue/updated"]);
    await page.fill("#ui-text", "nothing is called so");
    expect(await page.isVisible("#ui-none")).toBe(true);
  });

  test("a cell leads to the messages that it counts", async () => {
    const page = await show(html);
    await page.click('.matrix [aria-label^="turn.started from cursor"]');
    expect(await visible(page)).toEqual(["session/prompt(sent)"]);
  });

  test("a link to a row opens it", async () => {
    const page = await show(html);
    await page.check("#ui-unseen");
    await page.evaluate(() => (location.hash = "#codex.app-server.notification%2Fturn%2Fcompleted"));
    await page.waitForSelector(`${completed} .body`, { state: "visible" });
    expect(await focused(page)).toBe("codex.app-server.notification/turn/completed");
  });

  test("without scripts it is read all the same", async () => {
    const page = await show(html, { javaScriptEnabled: false });
    expect(await page.isVisible("#ui-tools")).toBe(false);
    expect(await page.isVisible(".matrix")).toBe(true);
    await page.click(`${completed} summary`);
    expect(await page.isVisible(`${completed} .body`)).toBe(true);
  });

  test.each(["light", "dark"] as const)("has nothing that axe finds wrong, contrast included (%s)", async (colorScheme) => {
    const page = await show(html, { colorScheme });
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(/\d+/.exec(background)![0]).toBe(colorScheme === "dark" ? "20" : "251");
    await openAll(page);
    await page.evaluate(axe.source);
    const { violations, passes } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations", "passes"] }));
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(passes.find(({ id }) => id === "color-contrast")?.nodes.length).toBeGreaterThan(50);
  });

  test("fits a phone: nothing makes it scroll sideways", async () => {
    const page = await show(renderPage(saying("x".repeat(400))), { viewport: { width: 360, height: 740 } });
    await openAll(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test.each(["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", `"><svg onload='alert(1)'>`, "a\u2028b"])("nothing runs of %s", async (text) => {
    const page = await show(renderPage(saying(text)));
    await openAll(page);
    expect(await page.evaluate(() => [document.querySelectorAll("img").length, document.scripts.length])).toEqual([0, 1]);
    expect(await page.textContent(".rows .key")).toBe(text.replace("\u2028", "\\u2028"));
  });
});

async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
}
