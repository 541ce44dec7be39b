import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "@/data/queryClient";
import { Providers } from "@/ui/layout/Providers";
import { Dashboard } from "./Dashboard";
import { PageCrash } from "./PageCrash";
import { dashboardScheme } from "./scheme";
import "./dashboard.css";

const container = document.getElementById("root");
if (!container) throw new Error("tableau-de-bord.html lacks its root element");

createRoot(container).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()} colorScheme={dashboardScheme}>
      <PageCrash>
        <Dashboard />
      </PageCrash>
    </Providers>
  </StrictMode>,
);
