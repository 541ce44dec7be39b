import type { ComponentType, ReactNode } from "react";
import type { SignInStepProps } from "@/features/people/factors/SignInStep";
import type { SignInStep } from "@/session/signIn";
import { WelcomeEnd } from "./WelcomeForm";

/** A step of the sign-in, with its form, whose code most accounts never load. */
export type Awaited = { step: SignInStep; Form: ComponentType<SignInStepProps> };

export async function withForm(step: SignInStep): Promise<Awaited> {
  const { SignInStep: Form } = await import("@/features/people/factors/SignInStep");
  return { step, Form };
}

type AwaitedStepProps = { awaited: Awaited; back: ReactNode } & Pick<
  SignInStepProps,
  "onEnter" | "onExpired"
>;

/** The page of a step. */
export function AwaitedStep({ awaited: { step, Form }, back, ...form }: AwaitedStepProps) {
  return (
    <WelcomeEnd title={step.etape === "enrolement" ? "Double authentification" : "Vérification"}>
      <Form step={step} {...form} />
      {back}
    </WelcomeEnd>
  );
}
