/** One event of a `text/event-stream`. */
export interface ServerEvent {
  name: string;
  data: string;
  /** Where a stream resumes after the event; an event of its own, without data, when nothing else happened. */
  id?: string;
  /** How long to wait before connecting again, in milliseconds. */
  retry?: number;
}

/** Reads the events of a stream as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield readEvent(block);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function readEvent(block: string): ServerEvent {
  const event: ServerEvent = { name: "", data: "" };
  for (const line of block.split("\n")) {
    const [field = "", value = ""] = line.split(/: ?(.*)/);
    if (field === "event") event.name = value;
    else if (field === "data") event.data += value;
    else if (field === "id") event.id = value;
    else if (field === "retry") event.retry = Number(value) || undefined;
  }
  return event;
}
