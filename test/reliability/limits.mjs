/** What nobody should read into the page; the only part of it that is opinion. */
export const LIMITS = [
  '**A model is not the module.** The simulations run the module’s own decisions, but their storage, network and service are models. What the models leave out ' +
    'they cannot find; the runs on real processes are there for that, and they are fewer.',
  '**One machine.** Shops, databases, proxies and load shared two cores and one disk. Nothing here says what a network between shop and database, or between data ' +
    'centres, does.',
  '**No MySQL.** MariaDB, PostgreSQL and SQLite took part. MySQL speaks MariaDB’s protocol and its statements are tested where a server is given, but none was here.',
  '**No power was cut.** Servers were killed, and what a killed server has handed to the kernel is not lost. The servers of the trials and of the speed figures wait for ' +
    'the disk as a shop’s do; those of the suite do not. What survives a power cut is the promise of database and disk; at its start the module warns of settings that void it.',
  '**The service is the sandbox.** It follows the same specification as the module, and where the specification is silent it has a switch for each reading we could ' +
    'think of. A service that behaves in none of these ways was not met.',
  '**What is assumed of the service for refunds**: a request that arrives at all does so within the quiet time of fifteen minutes after it was sent; within that time a refund that was accepted can be ' +
    'read; what was accepted is not forgotten. Whether its guard against equal amounts exists, what it looks at and from when it counts does not matter.',
  '**What is assumed of the machine for refunds**: between the last check and the first byte no process stands still for longer than that quiet time. The module ' +
    'looks at the clock once more right before; it cannot do better, for the service knows no key that would make a repetition harmless.',
  '**What is assumed of the database**: a commit that was answered is kept, and the row lock is held by one.',
  '**Beyond these assumptions money can leave twice**, and the simulation is made to show it: the variants called `beyond-…` are run so that somebody who counts on ' +
    'nothing happening there can see that it does, and that the harness would see it. They are counted apart, and are no violation.',
  '**Without the refund’s name** (`refund_order_id`) shown by the service, a refund of the same amount made by hand may be taken for ours: not paid twice, but one of the two is not paid. ' +
    'What cannot be told apart goes to a person.',
];
