/** The headings under which records stand, in the order of the page, and what a reader should know before the figures. */
export const SECTIONS = [
  {
    id: 'simulation',
    heading: 'Simulated schedules',
    says:
      'A schedule is one drawn course of events: what is asked, who does it when, and everything that goes wrong on the way. The decisions ' +
      'are those of the module itself; storage, network, service and clock are models, so that a thousand schedules take seconds and each ' +
      'can be replayed by its seed. The last part does the same with the real module, the real sandbox and a real database on one clock ' +
      'that only the test moves.',
  },
  {
    id: 'chaos',
    heading: 'Kills, pauses and restarts of real processes',
    says:
      'Real servers, several shops in processes of their own, the sandbox behind a proxy that breaks things, and a steady load. What is ' +
      'right is judged from the service’s books, the database and a sink outside both; the memory of the module is not asked.',
  },
  {
    id: 'attacks',
    heading: 'Attacks',
    says: 'Requests of somebody who has no key, of somebody who has one and sends nonsense, and of somebody who only wants to keep the shop busy.',
  },
  {
    id: 'mutants',
    heading: 'Deliberate defects',
    says: 'A test that cannot fail proves nothing. Each line is a defect that was put into the real code for one run, and what noticed it.',
  },
  {
    id: 'suite',
    heading: 'Rules of the specification, and secrets',
    says:
      'The conformance suite goes through the specification rule by rule. The key that all tests use is a canary: the runner looks for it ' +
      'in everything that is printed, and in every row of every database.',
  },
  {
    id: 'speed',
    heading: 'Speed',
    says:
      'Shop, database and load share the same cores. The database flushes its log for every commit and the disk is waited for; this is ' +
      'one machine, so compare the figures with each other rather than with yours.',
  },
];
