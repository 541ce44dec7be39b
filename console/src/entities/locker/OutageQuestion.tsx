import { Stack } from "@mantine/core";
import { type RefObject, useEffect } from "react";
import { useForm } from "react-hook-form";
import { TextField } from "@/ui/form/fields";
import { OutageFields } from "./OutageFields";
import type { ToldOutage } from "./outage";

/** Asks within a question, and keeps the answer where the question's write finds it. */
export function OutageQuestion({ told }: { told: RefObject<ToldOutage> }) {
  const { control, watch } = useForm<ToldOutage>({ defaultValues: told.current });
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      told.current = { ...told.current, ...values };
    });
    return unsubscribe;
  }, [watch, told]);
  return (
    <Stack>
      <OutageFields control={control} />
      <TextField control={control} name="motif" label="Motif" autoComplete="off" />
    </Stack>
  );
}
