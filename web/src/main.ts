import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { listen } from "./lib/router.svelte";
import { dress, wishes } from "./lib/settings.svelte";
import { setSound } from "./lib/sound";
import { speak } from "./lib/words.svelte";

dress();
listen();
setSound(wishes.sound);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener?.("change", dress);
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
await speak();
mount(App, { target: document.getElementById("app")! });
