/** Texts about lists as files. */
export const EXPORT_LABELS = {
  link: 'Export all of these as CSV',
  busy: {
    title: 'Other exports are under way',
    text: 'A few lists are being sent as files just now. Please try again in a minute.',
  },
};
