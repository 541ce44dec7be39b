import { useQuery } from "@tanstack/react-query";
import type { Intervention } from "@/entities/intervention/api";
import {
  interventionPhotoQuery,
  useAddInterventionPhoto,
} from "@/entities/intervention/photos/api";
import { numberOf } from "@/entities/intervention/words";
import { Photos } from "@/entities/photo/Photos";
import { useRights } from "@/session/rights";
import { interventionQuery } from "./api";

/** The photos of an intervention, which whoever deals with interventions adds, whatever its state. */
export function InterventionPhotos({ intervention }: { intervention: Intervention }) {
  const { id } = intervention;
  const { can } = useRights();
  const { mutateAsync: add } = useAddInterventionPhoto();
  const { data } = useQuery(interventionQuery(id));
  const may = can("DROIT_CASIERS_ECRITURE") || can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE");
  if (!data) return null;
  return (
    <Photos
      of={`de l'intervention ${numberOf(intervention)}`}
      ids={data.photos.map((photo) => photo.id)}
      pictureQuery={(photo) => interventionPhotoQuery(id, photo)}
      onAdd={may ? (photo) => add({ id, photo }) : undefined}
    />
  );
}
