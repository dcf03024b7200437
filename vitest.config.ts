import { defineConfig } from "vitest/config";

const common = {
  // Only a bound on what hangs: compilers load slowly on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: "threads" as const,
};

export default defineConfig({
  test: {
    projects: [
      // Its tests keep a built project for the whole of a file.
      { test: { ...common, name: "cli", include: ["test/cli/**/*.test.ts"] } },
      // Loading the compiler once for each file would take longer than its tests.
      { test: { ...common, name: "all else", include: ["test/**/*.test.ts", "generated/tests/**/*.test.ts"], exclude: ["test/cli/**"], isolate: false } },
    ],
  },
});
