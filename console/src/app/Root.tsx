import { Outlet } from "@tanstack/react-router";
import { useCurrentPage } from "./currentPage";

export function Root() {
  const page = useCurrentPage();
  return (
    <>
      <title>{page ? `${page.title} · Consigne` : "Consigne"}</title>
      <Outlet />
    </>
  );
}
