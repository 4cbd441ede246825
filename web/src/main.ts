import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { listenForNavigation } from "./lib/router.svelte";
import { applySettings, userSettings } from "./lib/settings.svelte";
import { setSound } from "./lib/sound";
import { setLanguage } from "$words/words.svelte";

applySettings();
listenForNavigation();
setSound(userSettings.sound);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener?.("change", applySettings);
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
await setLanguage();
mount(App, { target: document.getElementById("app")! });
