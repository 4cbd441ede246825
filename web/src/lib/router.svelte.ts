/** The router: the address decides which page is shown. */

export interface Route {
  path: string;
  hash: string;
  search: string;
}

function readRoute(): Route {
  return { path: location.pathname, hash: location.hash, search: location.search };
}

export const route: Route = $state(readRoute());

function updateRoute(): void {
  Object.assign(route, readRoute());
}

/** Go to another page of the app. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  updateRoute();
  scrollTo(0, 0);
}

/** Change the address without leaving the page. */
export function replaceAddress(to: string): void {
  history.replaceState(history.state, "", to);
}

/** Follow links within the app without loading it again. */
export function listenForNavigation(): void {
  addEventListener("popstate", updateRoute);
  addEventListener("hashchange", updateRoute);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (/^\/(api|schema)\b/.test(link.pathname)) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

const PATIENCE = 5000; // milliseconds in which a page may open

/** Put the focus on the heading of a page that opens, as soon as it is there. */
export function focusPageHeading(until = Date.now() + PATIENCE): void {
  requestAnimationFrame(() => {
    const main = document.querySelector<HTMLElement>("main#main");
    if (!main || main.getAttribute("aria-busy") === "true") {
      if (Date.now() < until) focusPageHeading(until);
      return;
    }
    const taken = document.activeElement;
    if (taken && taken !== document.body) return; // the page has set the focus itself
    const goal = main.querySelector<HTMLElement>("h1") ?? main;
    goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
  });
}

/** The parts of a path: `/t/abc` is `["t", "abc"]`. */
export function splitPath(path: string): string[] {
  return path.split("/").filter(Boolean).map(decodeURIComponent);
}
