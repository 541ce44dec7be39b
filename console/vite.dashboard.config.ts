import { mergeConfig } from "vite";
import base from "./vite.config";

// The page of figures is built by itself, beside the console: what both are made of would be cut
// into pieces that suit neither, and the first pages of the console would weigh 9 kB more.
export default mergeConfig(base, {
  build: { emptyOutDir: false, rolldownOptions: { input: "tableau-de-bord.html" } },
});
