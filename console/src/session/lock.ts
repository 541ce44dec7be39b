const LOCK = "consigne-session";
const LEASE = "renouvellement";
/** A lease older than this was left by a tab that is gone. */
const LEASE_LIFE = 5000;

/**
 * Runs the task in one tab at a time. Browsers offer locks in secure contexts only; elsewhere a lease in the
 * storage does nearly as well, and the server accepts the replaced token for a few seconds.
 */
export async function withLock<T>(task: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, task);
  await untilReturned();
  localStorage.setItem(LEASE, String(Date.now()));
  try {
    return await task();
  } finally {
    localStorage.removeItem(LEASE);
  }
}

async function untilReturned(): Promise<void> {
  const age = Date.now() - Number(localStorage.getItem(LEASE));
  if (age < 0 || age >= LEASE_LIFE) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      window.removeEventListener("storage", look);
      window.clearTimeout(timer);
      resolve();
    };
    const look = () => {
      if (!localStorage.getItem(LEASE)) done();
    };
    const timer = window.setTimeout(done, LEASE_LIFE - age);
    window.addEventListener("storage", look);
  });
}
