/** The common texts of dashboard and sandbox pages: lists, times and the parts of every page. */
export const PAGES_LABELS = {
  skip: 'Skip to the content',
  navigation: 'Main',
  breadcrumbs: 'Breadcrumb',
  zone: (timeZone: string) => `Times are those of ${timeZone}`,
  filter: { show: 'Show', showAll: 'Show all' },
  empty: {
    title: 'Nothing matches',
    text: 'Change what is looked for, or ',
    all: (what: string) => `show all ${what}`,
  },
  pager: {
    name: 'Pages',
    count: (count: number, isAlone: boolean) => `${count} ${isAlone ? 'in all' : 'on this page'}`,
    previous: 'Previous',
    next: 'Next',
    newer: 'Newer',
    older: 'Older',
  },
  time: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    units: { day: 'd', hour: 'h', minute: 'min', second: 's' },
    now: 'just now',
    past: (amount: string) => `${amount} ago`,
    future: (amount: string) => `in ${amount}`,
  },
  tooLarge: {
    title: 'This is too large',
    text: (megabytes: number) =>
      `Nothing was changed. A file may have at most ${megabytes} MB: please send it in parts.`,
  },
  tooLong: {
    title: 'A field is too long',
    text: (field: string, most: number) =>
      `Nothing was changed. The field "${field}" may have at most ${most} characters: please shorten it.`,
  },
} as const;
