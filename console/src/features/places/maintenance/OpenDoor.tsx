import { IconLockOpen } from "@tabler/icons-react";
import { useState } from "react";
import type { Locker } from "@/entities/locker/api";
import type { Code } from "@/entities/opening/api";
import { LockerOpening } from "@/entities/opening/LockerOpening";
import { BusyButton } from "@/ui/form/BusyButton";
import { theNoun } from "./wording";

/** Asks for the code to type at the door, and shows it. */
export function OpenDoor({ locker }: { locker: Locker }) {
  const [code, setCode] = useState<Code | null>(null);
  return (
    <LockerOpening
      opener="maintenance"
      lockerId={locker.id}
      code={code}
      onCode={setCode}
      button={(ask) => (
        <BusyButton
          {...ask}
          size="lg"
          fullWidth
          leftSection={<IconLockOpen size={20} stroke={1.75} aria-hidden />}
        >
          Ouvrir {theNoun(locker)}
        </BusyButton>
      )}
    />
  );
}
