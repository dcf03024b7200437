import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

/** A Chromium of this machine, if it has one. Nothing is downloaded. */
export const executable = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map((name) => path.join(folder, name)))
  .find(isExecutable);

if (executable === undefined) console.warn("No chromium on the PATH: nobody looks at the coverage page in a browser.");

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executable! });
}

/** A page with what went wrong on it, and what it asked the network for. */
export interface Opened {
  readonly page: Page;
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

export async function open(browser: Browser, html: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const folder = mkdtempSync(path.join(tmpdir(), "mapwright-page-"));
  const file = path.join(folder, "coverage.html");
  writeFileSync(file, html);
  const { href } = pathToFileURL(file);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => void (faults.push(dialog.message()), dialog.dismiss()));
  page.on("request", (request) => void (request.url().split("#")[0] !== href && !request.url().startsWith("data:") && faults.push(request.url())));
  await page.goto(href);
  const close = async (): Promise<void> => {
    await context.close();
    rmSync(folder, { recursive: true });
  };
  return { page, faults, close };
}
