import { Button, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as v from "valibot";
import { counted, formatEuros } from "@/format";
import { bounded } from "@/format/bounded";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { TextareaField } from "@/ui/form/moreFields";
import { Answers } from "@/ui/layout/Answers";
import { type Repricing, useCreateBatch } from "./api";
import classes from "./repricing.module.css";

/** Leads to the question before the refunds: it tells their number and their sum again. */
export function RefundButton({ repricing }: { repricing: Repricing }) {
  const [asking, setAsking] = useState(false);
  const { nombre, somme } = repricing.aRembourser;
  return (
    <Answers justify="space-between">
      <Text maw="80ch">
        <strong>{counted(nombre, "utilisation")}</strong> à rembourser, pour{" "}
        <strong>{formatEuros(somme)}</strong>
        &nbsp;: ce qui a été encaissé par carte, sans ce qui a déjà été rendu.
      </Text>
      <Button onClick={() => setAsking(true)}>Rembourser les trop-perçus</Button>
      {asking && <RefundModal repricing={repricing} onClose={() => setAsking(false)} />}
    </Answers>
  );
}

const schema = v.object({
  commentaire: v.pipe(bounded, v.nonEmpty("Le commentaire est obligatoire.")),
  lettre: v.boolean(),
  compris: v.pipe(
    v.boolean(),
    v.check((ticked) => ticked, "Cochez cette case pour confirmer que vous avez compris."),
  ),
});

type RefundModalProps = { repricing: Repricing; onClose: () => void };

function RefundModal({ repricing, onClose }: RefundModalProps) {
  const navigate = useNavigate();
  const { mutateAsync: refund } = useCreateBatch(repricing.id);
  const { nombre, somme } = repricing.aRembourser;
  return (
    <FormModal
      title="Rembourser les trop-perçus"
      submit={`Rembourser ${formatEuros(somme)}`}
      size="lg"
      onClose={onClose}
      schema={schema}
      values={{ commentaire: "", lettre: false, compris: false }}
      write={async (typed) => {
        const { id } = await refund({ ...typed, nombre, somme });
        notifySuccess("Le lot de remboursements est en préparation.");
        await navigate({ to: "/lots/$id", params: { id: String(id) }, ignoreBlocker: true });
      }}
    >
      {({ control }) => (
        <>
          <Text maw="80ch">
            <strong>{counted(nombre, "utilisation")}</strong>{" "}
            {nombre > 1 ? "seront remboursées" : "sera remboursée"}, pour{" "}
            <strong>{formatEuros(somme)}</strong> en tout.
          </Text>
          <ul className={classes.consequences}>
            <li>Chaque personne reçoit son trop-perçu sur sa carte, et un avoir est numéroté.</li>
            <li>Une utilisation n'est remboursée qu'une fois, même par un autre lot.</li>
            <li>Le lot peut être mis en pause, mais un remboursement fait ne se reprend pas.</li>
          </ul>
          <TextareaField
            control={control}
            name="commentaire"
            label="Commentaire"
            hint="Il reste avec chaque remboursement."
            required
            autoFocus
          />
          <CheckboxField
            control={control}
            name="lettre"
            label="Écrire à chaque personne remboursée, avec les deux explications du prix"
          />
          <CheckboxField control={control} name="compris" label="Je comprends" />
        </>
      )}
    </FormModal>
  );
}
