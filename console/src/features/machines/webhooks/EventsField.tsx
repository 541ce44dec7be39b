import { Button, Checkbox } from "@mantine/core";
import { type Control, useController } from "react-hook-form";
import { EVENTS } from "./eventNames";
import { EVENT_GROUPS } from "./events";
import type { WebhookValues } from "./schema";
import classes from "./webhooks.module.css";

/** The events to send, in their groups, each with when it happens. */
export function EventsField({ control }: { control: Control<WebhookValues> }) {
  const { field, fieldState } = useController({ control, name: "evenements" });
  const { ref, ...boxes } = field;
  const all = EVENTS.every((event) => field.value.includes(event));
  return (
    <div className={classes.events} data-wide>
      <Checkbox.Group
        {...boxes}
        label="Événements à envoyer"
        withAsterisk
        error={fieldState.error?.message}
        errorProps={{ role: "alert" }}
      >
        <div className={classes.groups}>
          {EVENT_GROUPS.map(({ title, events }) => (
            <fieldset key={title} className={classes.group}>
              <legend>{title}</legend>
              {events.map(({ name, label, hint }) => (
                <Checkbox
                  key={name}
                  // The first box takes the focus when none is ticked.
                  ref={name === EVENTS[0] ? ref : undefined}
                  value={name}
                  label={label}
                  description={hint}
                  className={classes.box}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Checkbox.Group>
      <Button
        variant="subtle"
        size="xs"
        className={classes.all}
        onClick={() => field.onChange(all ? [] : [...EVENTS])}
      >
        {all ? "Tout décocher" : "Tout cocher"}
      </Button>
    </div>
  );
}
