import { Outlet } from "@tanstack/react-router";
import { useCurrentPage } from "./currentPage";
import { pageAt } from "./pages";

export function Root() {
  const page = useCurrentPage();
  return (
    <>
      <title>{page ? `${pageAt(page).title} · Consigne` : "Consigne"}</title>
      <Outlet />
    </>
  );
}
