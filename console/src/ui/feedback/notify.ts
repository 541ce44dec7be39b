/** Takes back what was just done. */
export type Undo = () => Promise<unknown>;

export type Toast = {
  id: number;
  kind: "success" | "failure";
  text: string;
  undo?: Undo | undefined;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

const add = (kind: Toast["kind"], text: string, undo?: Undo) =>
  publish([...toasts.filter((toast) => toast.text !== text), { id: ++lastId, kind, text, undo }]);

/** Shows that something is done, and offers to take it back; the message disappears by itself. */
export const notifySuccess = (text: string, undo?: Undo) => add("success", text, undo);

/** Shows what failed and what to do next; the message stays until it is closed. */
export const notifyError = (text: string) => add("failure", text);

/** The messages shown by `<Toaster>`, which is mounted once beside the application. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => toasts,
  dismiss: (id: number) => publish(toasts.filter((toast) => toast.id !== id)),
};
