import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type AccountDetails, accountQuery, type Operator, operatorsQuery } from "@/auth/account";
import { chooseOperator, useOperator } from "@/auth/operator";
import { useCurrentPage, useCurrentPath } from "../currentPage";
import { pageAt } from "../pages";

type Situation =
  | { state: "loading" }
  | { state: "failed"; error: Error; retry: () => void }
  | { state: "ready"; operators: Operator[]; account: AccountDetails };

/**
 * Whom the person is and for which operator they work; nothing is shown before that is known.
 * On a first visit, or when the operator of the last one is out of reach, the first of the list is taken;
 * so it is when one appears or goes while the person works, who then stays where that makes sense.
 */
export function useOperators(): Situation {
  const navigate = useNavigate();
  const page = useCurrentPage();
  const path = useCurrentPath();
  const worked = useRef(false);
  const chosen = useOperator();
  const operators = useQuery(operatorsQuery());
  const account = useQuery({
    ...accountQuery(chosen?.id ?? null),
    enabled: chosen !== null || operators.data?.length === 0,
  });

  const list = operators.data;
  const current = list?.find(({ id }) => id === chosen?.id);
  const settled =
    list !== undefined && (current !== undefined || (list.length === 0 && chosen === null));

  useEffect(() => {
    if (!list) return;
    const firstVisit = !worked.current;
    worked.current = true;
    if (settled) return;
    const first = list[0];
    chooseOperator(first ?? null);
    if (firstVisit) {
      if (first) void navigate({ to: "/tb-stations", replace: true });
    } else if (chosen) {
      // What the page showed may have gone with its operator; its list has not.
      void navigate({ to: (page && pageAt(page).parent) ?? path, search: {} });
    }
  }, [list, settled, chosen, page, path, navigate]);

  useEffect(() => {
    if (current && current.nom !== chosen?.nom) chooseOperator(current);
  }, [current, chosen]);

  const error = operators.isLoadingError
    ? operators.error
    : settled && account.isLoadingError
      ? account.error
      : null;
  if (error) {
    const retry = () => {
      for (const query of [operators, account]) if (query.isLoadingError) void query.refetch();
    };
    return { state: "failed", error, retry };
  }
  if (!settled || !account.data) return { state: "loading" };
  return { state: "ready", operators: list, account: account.data };
}
