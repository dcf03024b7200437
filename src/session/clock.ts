/** The wall clock as an ISO string, written out anew only when the millisecond has changed. */
export function defaultClock(): () => string {
  let last = -1;
  let text = "";
  return () => {
    const time = Date.now();
    if (time !== last) {
      last = time;
      text = new Date(time).toISOString();
    }
    return text;
  };
}
