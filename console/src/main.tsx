import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { client } from "@/api/client";
import { createAppRouter } from "@/app/router";
import { createQueryClient } from "@/data/queryClient";
import { refetchWhenBack } from "@/data/refetchWhenBack";
import { followWrites } from "@/data/useWrite";
import { bearer } from "@/session/bearer";
import { connection, followNetwork } from "@/session/connection";
import { followVersions } from "@/session/newVersion";
import { reloadPage } from "@/session/reload";
import { followOtherTabs } from "@/session/state";
import { ignoreSecondClicks } from "@/ui/form/doubleClicks";
import { Providers } from "@/ui/layout/Providers";

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
client.use(connection, bearer);
followNetwork();
followVersions();
refetchWhenBack(queryClient);
followOtherTabs(reloadPage);
ignoreSecondClicks(followWrites);

const container = document.getElementById("root");
if (!container) throw new Error("index.html lacks its root element");

createRoot(container).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
