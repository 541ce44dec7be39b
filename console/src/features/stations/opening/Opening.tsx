import { asApiError } from "@/api/errors";
import { type Code, useCodeDelivery, useMakeCode } from "@/data/openings";
import { OpeningCode } from "@/kit/opening/OpeningCode";
import { BusyButton } from "@/ui/BusyButton";
import { FormError } from "@/ui/FormError";
import classes from "./OpeningModal.module.css";

type OpeningProps = {
  locker: { id: number };
  code: Code | null;
  onCode: (code: Code) => void;
  autoFocus: boolean;
};

/** Asks for the code that opens the locker, and shows it while it is valid. */
export function Opening({ locker, code, onCode, autoFocus }: OpeningProps) {
  const { mutate, isPending, error } = useMakeCode("remote");
  const delivery = useCodeDelivery("remote", locker.id, code);
  const generate = () => mutate(locker.id, { onSuccess: onCode });
  return (
    <div className={classes.part}>
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
        <BusyButton busy={isPending} onClick={generate} data-autofocus={autoFocus || undefined}>
          Générer le code d'ouverture à distance
        </BusyButton>
      )}
      <FormError message={error ? asApiError(error).message : undefined} />
    </div>
  );
}
