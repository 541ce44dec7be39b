import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { client } from "./api/client";
import { Providers } from "./app/Providers";
import { createQueryClient } from "./app/queryClient";
import { createAppRouter } from "./app/router";
import { bearer } from "./auth/bearer";
import { reloadPage } from "./auth/reload";
import { followOtherTabs } from "./auth/session";

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
client.use(bearer);
followOtherTabs(reloadPage);

const container = document.getElementById("root");
if (!container) throw new Error("index.html lacks its root element");

createRoot(container).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
