import { mergeConfig } from "vite";
import base from "./vite.config";

// The dashboard page is built apart from the console. In one build, the modules that both use would be split
// into chunks that suit neither, and the first pages of the console would weigh 9 kB more.
export default mergeConfig(base, {
  build: { emptyOutDir: false, rolldownOptions: { input: "tableau-de-bord.html" } },
});
