import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { LoadError } from "@/ui/feedback/LoadError";

/** The French message shown when a page throws, instead of a stack trace. */
export function PageCrash({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <LoadError
      message="Cette page n'a pas pu s'afficher."
      detail="Réessayez&nbsp;; si cela se reproduit, rechargez la page."
      onRetry={retry}
    />
  );
}
