// Events from the server, over one connection for all tabs: browsers allow six connections to a server, and a stream of
// events holds one for good. The tab that holds a lock has the stream and passes its events on. When that tab closes,
// the lock goes to another tab, which opens a new stream.

const NAME = "pawprint-events"; // of the lock, and of the channel between tabs
const RETRY_MS = 1000; // between two attempts, where the browser makes none itself
const WAIT_MS = 500; // to wait for a connection before the page is filled all the same

// Calls *receive* with every message. Done when no event is missed from then on. A message has a *kind*:
//   connected  a stream has been opened: there is no event for what was saved before that
//   watching   a stream is open, in another tab
//   ended      the stream has broken off
//   event      *event* is what the server says
export function listen(receive) {
  return new Promise((done) => {
    setTimeout(done, WAIT_MS);
    share((message) => {
      receive(message);
      done();
    });
  });
}

async function share(receive) {
  try {
    const channel = new BroadcastChannel(NAME);
    let state = null; // of the stream, in the tab that has it
    channel.addEventListener("message", ({ data }) => {
      if (data.kind !== "state?") receive(data);
      else if (state) channel.postMessage({ kind: state });
    });
    channel.postMessage({ kind: "state?" });
    await navigator.locks.request(NAME, () => {
      connect((message) => {
        if (message.kind !== "event") state = message.kind === "connected" ? "watching" : "ended";
        channel.postMessage(message);
        receive(message);
      });
      return new Promise(() => {}); // the lock is kept until the tab closes
    });
  } catch {
    connect(receive); // there are no locks or no channels here: every tab has a stream
  }
}

function connect(receive) {
  const events = new EventSource("events");
  events.addEventListener("open", () => receive({ kind: "connected" }));
  events.addEventListener("message", ({ data }) => receive({ kind: "event", event: JSON.parse(data) }));
  events.addEventListener("error", () => {
    receive({ kind: "ended" });
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS, receive);
  });
}
