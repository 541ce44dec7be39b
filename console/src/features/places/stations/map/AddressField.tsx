import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { useShownError } from "@/ui/form/fields";
import type { StationValues } from "../configuration/stationSchema";
import { addressesQuery, type FoundAddress } from "./api";

const DEBOUNCE_MS = 500;

type AddressFieldProps = {
  control: Control<StationValues>;
  /** Called when a suggested address is chosen, with its town and position. */
  onFound: (address: FoundAddress) => void;
};

/** The address field with suggestions; a plain text field when the geocoder returns none. */
export function AddressField({ control, onFound }: AddressFieldProps) {
  const { field, fieldState } = useController({ control, name: "adresse" });
  const error = useShownError(fieldState.error?.message);
  const [query, setQuery] = useState("");
  const [typed] = useDebouncedValue(query, DEBOUNCE_MS);
  const { data = [] } = useQuery(addressesQuery(typed.trim()));
  // Two places may have the same label; the reversal keeps the first, which is the geocoder's best.
  const found = new Map(data.toReversed().map((address) => [address.libelle, address]));

  const change = (text: string) => {
    const address = found.get(text);
    if (address) onFound(address);
    else field.onChange(text);
    setQuery(address ? "" : text);
  };

  return (
    <Autocomplete
      {...field}
      onChange={change}
      data={query ? [...found.keys()].toReversed() : []}
      filter={({ options }) => options}
      label="Adresse"
      error={error}
      errorProps={{ role: "alert" }}
      withAsterisk
      aria-required
      autoComplete="off"
    />
  );
}
