/** The processes of one shop: killed, paused and brought back, each time on a machine whose clock is wrong by another amount. */
import { setTimeout as delay } from 'node:timers/promises';
import { startShopProcess } from '../../support/shop-process.mjs';

const AGAIN_MS = 250;
/** How often the last one that runs dies, too, when its time has come. */
const LAST_ONE_CHANCE = 0.25;

/** A place for a replica: who is in it, and what was done to it. */
class Place {
  shop = null;
  isPaused = false;
  /** While it is being filled. */
  launch = null;
}

export class Replicas {
  counts = { kills: 0, pauses: 0, starts: 0 };
  /** What they said at level error, last lines only. */
  complaints = [];
  #settings;
  #chance;
  #places;
  #isWanted = true;

  /**
   * @param settings of `startShopProcess`, but for its clocks
   * @param skewMs how far the clock of a machine is wrong at most, either way
   * @param apartMs by how much each may misread the database's clock: one of these
   */
  constructor({ settings, count, chance, skewMs, apartMs }) {
    this.#settings = settings;
    this.#chance = chance;
    this.skewMs = skewMs;
    this.apartMs = apartMs;
    this.databaseAheadMs = 0;
    this.#places = Array.from({ length: count }, () => new Place());
  }

  /** Addresses of those that run or are paused. */
  urls() {
    return this.#places.flatMap(({ shop }) => (shop ? [shop.url] : []));
  }

  /** Whether at least one runs. */
  get areThere() {
    return this.#running().length > 0;
  }

  /** Fills every place; the very first one before the others, as it makes the tables. */
  async start() {
    this.#isWanted = true;
    if (this.counts.starts === 0) await this.#fill(this.#places[0]);
    await Promise.all(this.#places.map((place) => place.shop ?? this.#fill(place)));
  }

  /** Kills one that runs, and brings it back after a while. @returns whether there was one, and another or bad luck */
  kill() {
    const place = this.#drawRunning();
    if (!place || (this.#isLast(place) && !this.#chance.hits(LAST_ONE_CHANCE))) return false;
    this.counts.kills += 1;
    const { shop } = place;
    place.shop = null;
    void shop.kill().then(() => this.#later(place));
    return true;
  }

  /** Stops one that runs for so long, and lets it go on with what it believed. @returns whether there was one */
  pause(ms) {
    const place = this.#drawRunning();
    if (!place || this.#isLast(place)) return false;
    this.counts.pauses += 1;
    const { shop } = place;
    place.isPaused = true;
    shop.signal('SIGSTOP');
    setTimeout(() => this.#resume(place, shop), ms).unref();
    return true;
  }

  /** Lets those that are paused go on. */
  resumeAll() {
    for (const place of this.#places) if (place.isPaused) this.#resume(place, place.shop);
  }

  /** Kills them all, at once; until they are started again no one is there. */
  async killAll() {
    this.#isWanted = false;
    await Promise.all(this.#places.map(({ launch }) => launch));
    await Promise.all(this.#places.map(({ shop }) => shop?.kill()));
    for (const place of this.#places) Object.assign(place, { shop: null, isPaused: false });
  }

  #resume(place, shop) {
    shop?.signal('SIGCONT');
    if (place.shop === shop) place.isPaused = false;
  }

  /** Whether there are several places, and no one runs in any other. */
  #isLast(place) {
    return this.#places.length > 1 && this.#running().every((other) => other === place);
  }

  #running() {
    return this.#places.filter(({ shop, isPaused }) => shop !== null && !isPaused);
  }

  #drawRunning() {
    const running = this.#running();
    return running.length === 0 ? null : this.#chance.pick(running);
  }

  async #later(place) {
    await delay(this.#chance.between(0, 500));
    if (this.#isWanted) await this.#fill(place);
  }

  #fill(place) {
    place.launch ??= this.#launch(place).finally(() => (place.launch = null));
    return place.launch;
  }

  /** The database may be away while it starts: anyone who runs a shop tries again. */
  async #launch(place) {
    while (this.#isWanted && place.shop === null) {
      const machineAheadMs = Math.round(this.#chance.between(-this.skewMs, this.skewMs));
      const clocks = { machineAheadMs, databaseAheadMs: this.databaseAheadMs + this.#chance.pick(this.apartMs) };
      try {
        const shop = await startShopProcess({ ...this.#settings, ...clocks });
        this.counts.starts += 1;
        void shop.ended.then((how) => this.#ended(place, shop, how));
        place.shop = shop;
      } catch (error) {
        this.complaints.push(error.message.slice(-500));
        await delay(AGAIN_MS);
      }
    }
  }

  /** One that ends by itself is a finding. */
  #ended(place, shop, how) {
    if (how !== 'SIGKILL') this.complaints.push(`a replica ended by itself: ${how}\n${shop.output()}`);
    if (place.shop !== shop) return;
    Object.assign(place, { shop: null, isPaused: false });
    if (this.#isWanted) void this.#later(place);
  }
}
