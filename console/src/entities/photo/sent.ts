/** The options of a call whose body is a photo, which is sent as it is. */
export const sentPhoto = (photo: Blob) => ({
  body: photo as unknown as string, // the schema's word for it
  bodySerializer: (body: unknown) => body as BodyInit,
  headers: { "Content-Type": photo.type },
});
