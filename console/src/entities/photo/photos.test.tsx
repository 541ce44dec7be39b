import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { renderUi } from "@/test/render";
import { Photos } from "./Photos";
import { addressOf } from "./reduced";

const picture = (content: string) => new File([content], "IMG_1.jpg", { type: "image/jpeg" });

const render = (ids: number[], onAdd?: (photo: Blob) => Promise<unknown>) =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Photos
        of="de l'intervention n° 12"
        ids={ids}
        pictureQuery={(id) => ({
          queryKey: ["test", id],
          queryFn: () => addressOf(picture(`photo ${id}`)),
        })}
        onAdd={onAdd}
      />
    </QueryClientProvider>,
  );

describe("the photos of something", () => {
  it("are shown in small, and one large when it is pressed", async () => {
    const { user } = render([3, 8]);
    const second = await screen.findByRole("img", { name: "Photo 2 de l'intervention n° 12" });
    expect(second).toHaveAttribute("src", `data:image/jpeg;base64,${btoa("photo 8")}`);
    await user.click(screen.getByRole("button", { name: /^Agrandir.*Photo 2/ }));
    expect(await screen.findByRole("dialog", { name: /^Photo 2/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Prendre une photo" })).not.toBeInTheDocument();
  });

  it("are added from the camera or a file, as they are where the browser cannot reduce them", async () => {
    const onAdd = vi.fn(async () => {});
    const { user } = render([], onAdd);
    const camera = screen.getByLabelText("Photo prise avec l'appareil");
    expect(camera).toHaveAttribute("capture", "environment");
    const file = picture("a");
    await user.upload(camera, file);
    await waitFor(() => expect(onAdd).toHaveBeenCalledWith(file));
    await user.upload(screen.getByLabelText("Photo de cet appareil"), file);
    await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(2));
  });

  it("say beneath the buttons why one was refused", async () => {
    const detail = "Ce fichier n'est pas une photo JPEG ou PNG qui puisse être lue.";
    const { user } = render([], async () => {
      throw ApiError.from(422, { detail });
    });
    await user.upload(screen.getByLabelText("Photo de cet appareil"), picture("a"));
    expect(await screen.findByText(detail)).toBeVisible();
  });

  it("are ten at most", () => {
    render([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], async () => {});
    expect(screen.getByText("Dix photos au plus.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Choisir une photo" })).not.toBeInTheDocument();
  });
});
