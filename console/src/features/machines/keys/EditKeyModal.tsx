import { Modal, Stack } from "@mantine/core";
import { RecordForm } from "@/kit/records/RecordForm";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { TextField } from "@/ui/form/fields";
import { type ServiceKey, useChangeKey } from "./api";
import { KeyFields } from "./KeyFields";
import { bodyOf, keySchema, valuesOf } from "./keySchema";

type EditKeyModalProps = { serviceKey: ServiceKey; onClose: () => void };

/** The form of a key, which holds from its next call on. */
export function EditKeyModal({ serviceKey, onClose }: EditKeyModalProps) {
  useReturnFocus();
  const { mutateAsync: change } = useChangeKey();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Modifier la clé «\u00a0${serviceKey.libelle}\u00a0»`}
      size="xl"
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <RecordForm
        schema={keySchema}
        values={valuesOf(serviceKey)}
        write={(values) => change({ id: serviceKey.id, body: bodyOf(values, serviceKey) })}
        done={({ libelle }) => `La clé «\u00a0${libelle}\u00a0» est modifiée.`}
        after={onClose}
        onCancel={onClose}
      >
        {({ control }) => (
          <Stack>
            <TextField
              control={control}
              name="libelle"
              label="Libellé de la clé"
              required
              autoComplete="off"
            />
            <KeyFields control={control} />
          </Stack>
        )}
      </RecordForm>
    </Modal>
  );
}
