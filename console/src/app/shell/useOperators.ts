import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type Operator, operatorsQuery } from "@/entities/operator/api";
import { type OwnAccount, ownAccountQuery } from "@/session/account";
import { chooseOperator, useOperator } from "@/session/operator";
import { useCurrentPage, useCurrentPath } from "../currentPage";

type OperatorsState =
  | { state: "loading" }
  | { state: "failed"; error: Error; retry: () => void }
  | { state: "ready"; operators: Operator[]; account: OwnAccount };

/**
 * Loads the account, its operators and the chosen operator; the shell shows nothing before that. Chooses the
 * first operator of the list on a first visit, and when the chosen operator is out of reach or the first one
 * appears during the visit. After such a change during a visit, stays on the page or goes to the list that it
 * belongs to.
 */
export function useOperators(): OperatorsState {
  const navigate = useNavigate();
  const page = useCurrentPage();
  const path = useCurrentPath();
  const visited = useRef(false);
  const chosen = useOperator();
  const operators = useQuery(operatorsQuery());
  const account = useQuery({
    ...ownAccountQuery(chosen?.id ?? null),
    enabled: chosen !== null || operators.data?.length === 0,
  });

  const list = operators.data;
  const current = list?.find(({ id }) => id === chosen?.id);
  const settled =
    list !== undefined && (current !== undefined || (list.length === 0 && chosen === null));

  useEffect(() => {
    if (!list) return;
    const firstVisit = !visited.current;
    visited.current = true;
    if (settled) return;
    const first = list[0];
    chooseOperator(first ?? null);
    if (firstVisit) {
      if (first) void navigate({ to: "/tb-stations", replace: true });
    } else if (chosen) {
      // The record on screen may belong to the lost operator; the list page still makes sense.
      void navigate({ to: page?.parent?.to ?? path, search: {} });
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
