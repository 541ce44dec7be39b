import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import * as v from "valibot";
import { asApiError } from "@/api/errors";
import type { Intervention } from "@/entities/intervention/api";
import { useResolveIntervention } from "@/entities/intervention/closing/api";
import { numberOf } from "@/entities/intervention/words";
import { bounded } from "@/format/bounded";
import { FormModal } from "@/kit/records/FormModal";
import { useCan } from "@/session/rights";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { TextField } from "@/ui/form/fields";
import { TextareaField } from "@/ui/form/moreFields";
import { useCommentIntervention, useReopenIntervention, useTakeIntervention } from "./api";

// With its calendar, which the list does not need.
const ChangeModal = lazyPart(async () => (await import("./ChangeModal")).ChangeModal, {
  onMissing: ({ onClose }) => onClose(),
});

type ActProps = { intervention: Intervention };
type ModalProps = ActProps & { onClose: () => void };

const TALL = { size: "md", mih: 44 } as const;

/** What the account may do with an intervention now. */
export function Acts({ intervention }: ActProps) {
  const [open, setOpen] = useState<"resolve" | "change" | "comment" | "reopen">();
  const mayWrite = useCan("DROIT_CASIERS_ECRITURE");
  const mayMaintain = useCan("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE");
  const onClose = () => setOpen(undefined);
  if (!mayWrite && !mayMaintain) return null;
  return (
    <Stack gap="xs" my="md">
      {intervention.etat === "resolue" ? (
        <Button {...TALL} variant="default" onClick={() => setOpen("reopen")}>
          Rouvrir l'intervention
        </Button>
      ) : (
        <>
          <Take intervention={intervention} />
          <Button
            {...TALL}
            variant={intervention.responsable ? "filled" : "default"}
            onClick={() => setOpen("resolve")}
          >
            Clore l'intervention
          </Button>
          <Button {...TALL} variant="default" onClick={() => setOpen("change")}>
            Modifier l'intervention
          </Button>
        </>
      )}
      <Button {...TALL} variant="default" onClick={() => setOpen("comment")}>
        Commenter
      </Button>
      {open === "resolve" && <ResolveModal intervention={intervention} onClose={onClose} />}
      {open === "change" && <ChangeModal intervention={intervention} onClose={onClose} />}
      {open === "comment" && <CommentModal intervention={intervention} onClose={onClose} />}
      {open === "reopen" && <ReopenModal intervention={intervention} onClose={onClose} />}
    </Stack>
  );
}

function Take({ intervention }: ActProps) {
  const { mutateAsync: take, isPending } = useTakeIntervention(intervention.id);
  if (intervention.responsable) return null;
  return (
    <BusyButton
      {...TALL}
      busy={isPending}
      onClick={async () => {
        try {
          await take();
          notifySuccess(`Vous vous occupez de l'intervention ${numberOf(intervention)}.`);
        } catch (error) {
          notifyError(asApiError(error).message);
        }
      }}
    >
      Prendre en charge
    </BusyButton>
  );
}

const resolution = v.object({
  commentaire: bounded,
  pieces: bounded,
  minutes: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[0-9]{0,4}$/, "Le temps passé est un nombre de minutes, de 0 à 9\u00a0999."),
  ),
  remiseEnService: v.boolean(),
});

/** « L'intervention n° 12 est résolue. Le casier A1 est de nouveau en service. » */
const resolvedSentence = (intervention: Intervention, isBack: boolean) => {
  const resolved = `L'intervention ${numberOf(intervention)} est résolue.`;
  const { casier } = intervention;
  return casier && isBack
    ? `${resolved} Le casier ${casier.nom} est de nouveau en service.`
    : resolved;
};

/** Asks how an intervention ended; the locker may be put back into service in the same act. */
export function ResolveModal({ intervention, onClose }: ModalProps) {
  const { mutateAsync: resolve } = useResolveIntervention();
  const isOut = intervention.casierActif === false;
  return (
    <FormModal
      title={`Clore l'intervention ${numberOf(intervention)}`}
      submit="Clore"
      onClose={onClose}
      schema={resolution}
      values={{ commentaire: "", pieces: "", minutes: "", remiseEnService: isOut }}
      write={async ({ minutes, ...typed }) => {
        await resolve({ id: intervention.id, body: { ...typed, minutes: Number(minutes) } });
        notifySuccess(resolvedSentence(intervention, typed.remiseEnService));
      }}
    >
      {({ control }) => (
        <>
          <TextareaField control={control} name="commentaire" label="Ce qui a été fait" autoFocus />
          <TextField control={control} name="pieces" label="Pièces" autoComplete="off" />
          <TextField
            control={control}
            name="minutes"
            label="Temps passé, en minutes"
            inputMode="numeric"
            autoComplete="off"
          />
          {isOut && (
            <CheckboxField
              control={control}
              name="remiseEnService"
              label="Remettre le casier en service"
            />
          )}
        </>
      )}
    </FormModal>
  );
}

const comment = v.object({
  commentaire: v.pipe(bounded, v.nonEmpty("Le commentaire est obligatoire.")),
});

function CommentModal({ intervention, onClose }: ModalProps) {
  const { mutateAsync: write } = useCommentIntervention(intervention.id);
  return (
    <FormModal
      title={`Commenter l'intervention ${numberOf(intervention)}`}
      submit="Ajouter"
      onClose={onClose}
      schema={comment}
      values={{ commentaire: "" }}
      write={async (body) => {
        await write(body);
        notifySuccess("Le commentaire est ajouté.");
      }}
    >
      {({ control }) => (
        <TextareaField
          control={control}
          name="commentaire"
          label="Commentaire"
          required
          autoFocus
        />
      )}
    </FormModal>
  );
}

function ReopenModal({ intervention, onClose }: ModalProps) {
  const { mutateAsync: reopen } = useReopenIntervention(intervention.id);
  return (
    <FormModal
      title={`Rouvrir l'intervention ${numberOf(intervention)}`}
      submit="Rouvrir"
      onClose={onClose}
      schema={v.object({ commentaire: bounded })}
      values={{ commentaire: "" }}
      write={async (body) => {
        await reopen(body);
        notifySuccess(`L'intervention ${numberOf(intervention)} est rouverte.`);
      }}
    >
      {({ control }) => (
        <TextareaField control={control} name="commentaire" label="Pourquoi" autoFocus />
      )}
    </FormModal>
  );
}
