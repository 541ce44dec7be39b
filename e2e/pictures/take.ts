import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Request,
} from "@playwright/test";
import playwright from "../playwright.config.ts";
import { operators } from "../support/accounts.ts";
import { desk, phone } from "../support/shell.ts";
import { Answers } from "./answers.ts";
import { ADDRESS, type Site, startSite } from "./data.ts";
import { type Scene, scenes } from "./scenes.ts";

export interface TakeOptions {
  folder: string;
  data: string;
  program?: string | undefined;
  /** Of some scenes alone; the other pictures of the folder stay. */
  only?: RegExp | undefined;
}

const WORKERS = 2;
/** In milliseconds: long, for a machine that does other things too. */
const TIMEOUT = 60_000;
const widths = {
  desk: { viewport: desk },
  phone: { viewport: phone, isMobile: true, hasTouch: true },
};
type Width = keyof typeof widths;

/** Has the browser draw each frame whole and in one way, so that not even the edges of round corners vary. */
const STEADY = [
  "--disable-partial-raster",
  "--num-raster-threads=1",
  "--disable-checker-imaging",
  "--disable-threaded-animation",
  "--disable-threaded-scrolling",
  "--force-color-profile=srgb",
];

/** The stream of changes: nothing changes while pictures are taken. */
const STREAM = /\/api\/admin\/flux/;

/** Takes a picture of every scene at every width and in both colour schemes; reports whether it has them all. */
export async function take({ folder, data, program, only }: TakeOptions): Promise<boolean> {
  const began = Date.now();
  if (!only) await rm(folder, { recursive: true, force: true });
  const site = await startSite(data, program);
  const answers = new Answers(join(data, "answers.json"));
  await answers.load();
  const { executablePath, args } = playwright.use?.launchOptions ?? {};
  const address = `MAP ${new URL(ADDRESS).hostname}:80 ${new URL(site.url).host}`;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...(args ?? []), ...STEADY, `--host-resolver-rules=${address}`],
  });
  const faults: string[] = [];
  let taken = 0;
  try {
    const chosen = scenes(site.ids).filter(({ name }) => only?.test(name) ?? true);
    const work = chosen.flatMap((scene) =>
      (Object.keys(widths) as Width[])
        .filter((width) => (scene.width ?? width) === width)
        .map((width) => ({ scene, width })),
    );
    const worker = async () => {
      const studios = new Map<string, Studio>();
      for (let next = work.shift(); next; next = work.shift()) {
        const { scene, width } = next;
        const key = `${width} ${scene.signedOut ?? false}`;
        const studio =
          studios.get(key) ?? (await Studio.open(browser, { site, answers, folder, width, scene }));
        studios.set(key, studio);
        await studio.show(scene);
      }
      for (const studio of studios.values()) {
        taken += studio.taken;
        faults.push(...studio.faults);
        await studio.close();
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
  } finally {
    await browser.close();
    await site.stop();
    await answers.save();
  }
  for (const fault of faults.sort()) console.error(fault);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${taken} pictures in ${seconds} s in ${folder}; ${answers.asked} calls were answered for the first time.`,
  );
  return faults.length === 0;
}

interface StudioOptions {
  site: Site;
  answers: Answers;
  folder: string;
  width: Width;
  scene: Scene;
}

/** What the browser keeps: the session and the chosen operator, or nothing. */
function storageOf({ site: { tokens }, scene }: StudioOptions) {
  const { id, nom } = operators.grandval;
  const stored: Record<string, string> = scene.signedOut
    ? {}
    : { ...tokens, exploitantId: String(id), exploitantNom: nom };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: ADDRESS, localStorage }] };
}

/** A browser page at one width, in which scenes are shown one after the other. */
class Studio {
  readonly faults: string[] = [];
  taken = 0;
  private readonly pending = new Set<Request>();
  private scene: Scene | undefined;
  /** Whether the page of the scene is there. */
  private opened = false;

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly options: StudioOptions,
  ) {}

  static async open(browser: Browser, options: StudioOptions): Promise<Studio> {
    const { site, width } = options;
    const context = await browser.newContext({
      ...widths[width],
      baseURL: ADDRESS,
      locale: "fr-FR",
      timezoneId: "Europe/Paris",
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    context.setDefaultTimeout(TIMEOUT / 2);
    context.setDefaultNavigationTimeout(TIMEOUT);
    await context.clock.setFixedTime(site.now);
    await context.addInitScript(standStill, width === "phone");
    const page = await context.newPage();
    const studio = new Studio(context, page, await context.newCDPSession(page), options);
    await studio.listen();
    return studio;
  }

  close = () => this.context.close();

  private async listen(): Promise<void> {
    const { page, pending } = this;
    const isHeld = (url: string) => STREAM.test(url) || this.scene?.waiting?.test(url);
    page.on("request", (request) => {
      if (!isHeld(request.url())) pending.add(request);
    });
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    await this.context.route(
      ({ pathname }) => pathname.startsWith("/api/"),
      async (route) => {
        const url = route.request().url();
        if (isHeld(url)) return;
        const { answers, site } = this.options;
        const failing = this.scene?.failing;
        if (failing?.calls.test(url) && (this.opened || !failing.later)) {
          const { status, message } = failing;
          if (status === 0) await route.abort();
          else await route.fulfill({ status, json: { code: status, message } });
        } else await answers.fulfil(route, site).catch(() => undefined);
      },
    );
  }

  async show(scene: Scene): Promise<void> {
    this.scene = scene;
    this.opened = false;
    const { page } = this;
    const { width } = this.options;
    const tryTo = async (name: string, act: () => Promise<unknown>) => {
      try {
        await act();
        await this.shoot(name);
        // Of what scrolls inside a dialog, a picture of its end too.
        if (await page.evaluate(scrollDialog, true)) {
          await this.shoot(`${name}-bas`);
          await page.evaluate(scrollDialog, false);
        }
      } catch (error) {
        this.faults.push(`${width} ${name}: ${String(error).split("\n").slice(0, 4).join(" ")}`);
      }
    };
    // A page that holds what was typed would ask before it goes.
    await page.goto("about:blank");
    // A scene may end the session, fold the menu or keep a choice.
    await this.context.setStorageState(storageOf(this.options));
    await page.emulateMedia({ media: null });
    this.pending.clear();
    await tryTo(scene.name, () => page.goto(scene.path));
    this.opened = true;
    for (const [step, act] of Object.entries(scene.steps ?? {})) {
      await tryTo(`${scene.name}-${step}`, () => act(page));
    }
  }

  private async shoot(name: string): Promise<void> {
    const { page } = this;
    const { folder, width } = this.options;
    await page.mouse.move(0, 0);
    await this.settle();
    // Sticky parts stand where they are at rest.
    if (!(await this.isCovered())) await page.evaluate(() => window.scrollTo(0, 0));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await this.settle();
      const path = join(folder, `${width}-${colorScheme}`, `${name}.png`);
      await mkdir(join(folder, `${width}-${colorScheme}`), { recursive: true });
      await writeFile(path, await this.capture());
      this.taken++;
    }
    await page.emulateMedia({ colorScheme: "light" });
  }

  /** Reports whether a dialog covers the page. */
  private async isCovered(): Promise<boolean> {
    return (await this.page.locator("[aria-modal=true]:visible").count()) > 0;
  }

  /**
   * Takes the whole page, or what is on the screen when a dialog covers the page. Playwright would compress the picture
   * more, which takes longer than all the rest.
   */
  private async capture(): Promise<Buffer> {
    const { viewport } = widths[this.options.width];
    const covered = await this.isCovered();
    const { cssContentSize, cssVisualViewport } = await this.devtools.send("Page.getLayoutMetrics");
    const { data } = await this.devtools.send("Page.captureScreenshot", {
      format: "png",
      optimizeForSpeed: true,
      captureBeyondViewport: !covered,
      clip: {
        x: 0,
        y: covered ? cssVisualViewport.pageY : 0,
        width: viewport.width,
        height: covered ? viewport.height : Math.max(cssContentSize.height, viewport.height),
        scale: 1,
      },
    });
    // Without this a phone would have the scrollbar of a desk from now on.
    await this.devtools.send("Emulation.setDeviceMetricsOverride", {
      ...viewport,
      deviceScaleFactor: 1,
      mobile: this.options.width === "phone",
    });
    return Buffer.from(data, "base64");
  }

  /** Waits until nothing is loaded and nothing changes any more. */
  private async settle(): Promise<void> {
    for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; ) {
      if (this.pending.size === 0) {
        const frames = this.page.frames().filter((frame) => !frame.isDetached());
        const waits = frames.map((frame) => frame.evaluate(quiet, !this.scene?.waiting));
        // A page that goes elsewhere meanwhile is waited for again.
        const still = await Promise.all(waits).catch(() => null);
        if (still && this.pending.size === 0) return;
      }
      await delay(20);
    }
    const urls = [...this.pending].map((request) => request.url());
    throw new Error(`the page does not settle: ${urls.join(", ")}`);
  }
}

/**
 * In the page: what moves is at its end at once, no caret blinks, and short pauses are counted. A phone keeps no room
 * for a scrollbar, nor does it while its picture is taken, for which the browser is a desk.
 */
function standStill(onPhone: boolean): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, ::before, ::after {
    transition: none !important;
    animation-delay: 0s !important;
    animation-duration: 0s !important;
    animation-iteration-count: 1 !important;
    caret-color: transparent !important;
  }
  ${onPhone ? "html { scrollbar-gutter: auto !important; }" : ""}`);
  document.adoptedStyleSheets.push(sheet);

  const pauses = new Set<number>();
  Object.assign(window, { pauses });
  const start = window.setTimeout.bind(window);
  const end = window.clearTimeout.bind(window);
  const setTimeout = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    if (typeof handler !== "function" || delay > 1_000) return start(handler, delay, ...values);
    const id = start(() => {
      pauses.delete(id);
      handler(...values);
    }, delay);
    pauses.add(id);
    return id;
  };
  const clearTimeout = (id: number | undefined) => {
    if (id !== undefined) pauses.delete(id);
    end(id);
  };
  Object.assign(window, { setTimeout, clearTimeout });
}

/**
 * In the page: waits until fonts are there, nothing is being loaded or about to happen, and the document has not changed
 * for a moment.
 */
async function quiet(loaded: boolean): Promise<void> {
  const pause = 60;
  const limit = performance.now() + 5_000;
  const { pauses } = window as unknown as { pauses?: Set<number> };
  const isBusy = () =>
    pauses?.size || (loaded && document.querySelector("[aria-busy=true], .mantine-Skeleton-root"));
  let changed = performance.now();
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, all);
  await document.fonts.ready;
  do await new Promise((resolve) => setTimeout(resolve, pause));
  while (performance.now() < limit && (performance.now() - changed < pause || isBusy()));
  observer.disconnect();
}

/** In the page: scrolls what scrolls in the dialog that was opened last, and reports whether something does. */
function scrollDialog(toEnd: boolean): boolean {
  const dialogs = [...document.querySelectorAll("[role=dialog]")];
  const dialog = dialogs.filter((element) => element.checkVisibility()).at(-1);
  if (!dialog) return false;
  const scrolling = [dialog, ...dialog.querySelectorAll("*")].filter(
    (element) =>
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.tagName !== "TEXTAREA",
  );
  for (const element of scrolling) element.scrollTop = toEnd ? element.scrollHeight : 0;
  return scrolling.length > 0;
}
