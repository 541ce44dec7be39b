import { useState } from "react";
import type { ChosenOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { pageOptions } from "./search/options";
import { SearchField } from "./search/SearchField";

/** The search of the home page: leads to the locker, person, station or payment of the chosen operator. */
export function FindBox({ operator }: { operator: ChosenOperator }) {
  const [query, setQuery] = useState("");
  const rights = useRights();
  return (
    <SearchField
      operatorId={operator.id}
      label={`Chercher chez ${operator.nom}`}
      labelled
      query={query}
      onQuery={setQuery}
      optionsOf={(found) => pageOptions(found, rights, query)}
      floating
    />
  );
}
