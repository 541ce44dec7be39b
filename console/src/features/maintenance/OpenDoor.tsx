import { IconLockOpen } from "@tabler/icons-react";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import type { Locker } from "@/data/lockers";
import { type Code, useCodeDelivery, useMakeCode } from "@/data/openings";
import { OpeningCode } from "@/kit/opening/OpeningCode";
import { BusyButton } from "@/ui/BusyButton";
import { FormError } from "@/ui/FormError";
import { theNoun } from "./wording";

/** Asks for the code to type at the door, and shows it. */
export function OpenDoor({ locker }: { locker: Locker }) {
  const [code, setCode] = useState<Code | null>(null);
  const { mutate, isPending, error } = useMakeCode("maintenance");
  const delivery = useCodeDelivery("maintenance", locker.id, code);
  const generate = () => mutate(locker.id, { onSuccess: setCode });
  return (
    <>
      {code ? (
        <OpeningCode
          key={`${code.digits}-${code.deadline}`}
          code={code.digits}
          deadline={code.deadline}
          delivery={delivery}
          onRenew={generate}
          renewing={isPending}
        />
      ) : (
        <BusyButton
          size="lg"
          fullWidth
          busy={isPending}
          leftSection={<IconLockOpen size={20} stroke={1.75} aria-hidden />}
          onClick={generate}
        >
          Ouvrir {theNoun(locker)}
        </BusyButton>
      )}
      <FormError message={error ? asApiError(error).message : undefined} />
    </>
  );
}
