import { useQuery } from "@tanstack/react-query";
import { operatorsQuery } from "@/entities/operator/api";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { allowedPages, type Menu, menuFor } from "./menu";

export function useMenu(): Menu {
  return menuFor(useRights(), useHasDashboard());
}

export function useAllowedPages(): Menu {
  return allowedPages(useRights());
}

function useHasDashboard(): boolean {
  const operator = useOperator();
  const { data: operators } = useQuery(operatorsQuery());
  const chosen = operators?.find(({ id }) => id === operator?.id);
  return chosen !== undefined && chosen.metabaseId !== null;
}
