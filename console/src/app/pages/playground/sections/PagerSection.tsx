import { useState } from "react";
import { Pager } from "@/ui/table/Pager";
import { State } from "../Section";

export function PagerSection() {
  const [page, setPage] = useState(2);
  return (
    <>
      <State name="Plusieurs pages">
        <Pager page={page} total={1234} onChange={setPage} label="Plusieurs pages" />
      </State>
      <State name="Une seule page">
        <Pager page={1} total={7} onChange={setPage} label="Une seule page" />
      </State>
      <State name="Aucun résultat">
        <Pager page={1} total={0} onChange={setPage} label="Aucun résultat" />
      </State>
    </>
  );
}
