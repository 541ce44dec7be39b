import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import { ActionIcon, Popover, TextInput } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { parseDate, typedDate } from "@/format/typed";
import { usePhone } from "../layout/usePhone";
import { type Bound, useField } from "./fields";

/**
 * A day typed as JJ-MM-AAAA or picked in a calendar. The form holds the text, so that an invalid date can be
 * corrected. Only for screens that load on demand, because the calendar is large.
 */
export function DateField<T extends FieldValues, C, O>(props: Bound<T, C, O>) {
  const { value, wiring, marks } = useField(props);
  const phone = usePhone();
  const [picking, setPicking] = useState(false);
  const day = parseDate(value ?? "");
  const complete = () => {
    if (day && typedDate(day) !== value) wiring.onChange(typedDate(day));
    wiring.onBlur();
  };
  const pick = (picked: string | null) => {
    wiring.onChange(picked ? typedDate(picked) : "");
    setPicking(false);
  };

  // Escape closes only the calendar, not the dialog around it: Mantine's dialogs ignore keys from an element
  // marked data-mantine-stop-propagation.
  return (
    <TextInput
      {...wiring}
      {...marks}
      value={value ?? ""}
      onBlur={complete}
      placeholder="JJ-MM-AAAA"
      inputMode="numeric"
      autoComplete="off"
      rightSectionWidth="var(--input-height)"
      rightSection={
        <Popover opened={picking} onChange={setPicking} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Choisir dans un calendrier\u00a0: ${props.label}`}
              onClick={() => setPicking(!picking)}
              data-mantine-stop-propagation={picking}
              onKeyDown={(event) => event.key === "Escape" && setPicking(false)}
            >
              <IconCalendar size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown data-mantine-stop-propagation="true">
            <DatePicker
              __stopPropagation
              locale="fr"
              weekendDays={[]}
              hideOutsideDates
              size={phone ? "lg" : "sm"}
              value={day}
              defaultDate={day ?? undefined}
              allowDeselect
              onChange={pick}
              ariaLabels={{
                previousMonth: "Mois précédent",
                nextMonth: "Mois suivant",
                previousYear: "Année précédente",
                nextYear: "Année suivante",
                previousDecade: "Dix ans avant",
                nextDecade: "Dix ans après",
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
