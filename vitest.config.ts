import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "generated/tests/**/*.test.ts"],
    // Only a bound on what hangs: compilers load slowly on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "threads",
  },
});
