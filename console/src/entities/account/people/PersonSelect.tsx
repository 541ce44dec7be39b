import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { personName } from "../names";
import { peopleQuery } from "./api";

type PersonSelectProps = {
  operatorId: number;
  required?: boolean;
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
};

/** Finds a person of the operator by name or e-mail. */
export function PersonSelect({
  operatorId,
  required = false,
  value,
  onChange,
  error,
}: PersonSelectProps) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const { data } = useQuery({ ...peopleQuery(operatorId, words), enabled: words.length > 1 });
  const found = words.length > 1 ? (data?.items ?? []) : [];
  return (
    <Select
      label="Usager"
      description="Cherchez par nom ou par e-mail."
      required={required}
      clearable={!required}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={found.map((person) => ({
        value: String(person.id),
        label: `${personName(person)}, ${person.email}`,
      }))}
      value={value || null}
      onChange={(id) => onChange(id ?? "")}
      nothingFoundMessage={words.length > 1 ? "Aucun usager" : "Tapez deux lettres au moins"}
      error={error}
    />
  );
}
