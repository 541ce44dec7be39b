import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { FormError } from "@/ui/form/FormError";
import { type Code, type CodeRecipient, type Opener, useCodeDelivery, useMakeCode } from "./api";
import { OpeningCode } from "./OpeningCode";

type LockerOpeningProps = {
  opener: Opener;
  lockerId: number;
  code: Code | null;
  onCode: (code: Code) => void;
  /** To whom the code may be sent. Undefined: to nobody. */
  recipient?: CodeRecipient | undefined;
  /** Renders the button that asks for the first code. */
  button: (ask: { busy: boolean; onClick: () => void }) => ReactNode;
};

/** Asks for the code that opens a locker, and shows it while it is valid. */
export function LockerOpening({
  opener,
  lockerId,
  code,
  onCode,
  recipient,
  button,
}: LockerOpeningProps) {
  const { mutate, isPending, error } = useMakeCode(opener);
  const delivery = useCodeDelivery(opener, lockerId, code);
  const generate = () => mutate(lockerId, { onSuccess: onCode });
  return (
    <>
      {code ? (
        <OpeningCode
          key={`${code.digits}-${code.deadline}`}
          code={code.digits}
          deadline={code.deadline}
          delivery={delivery}
          recipient={recipient}
          onRenew={generate}
          renewing={isPending}
        />
      ) : (
        button({ busy: isPending, onClick: generate })
      )}
      <FormError message={error ? asApiError(error).message : undefined} />
    </>
  );
}
