/** Injection token of the {@link DashboardSettings}. */
export const DASHBOARD_SETTINGS = 'TILLBRIDGE_DASHBOARD_SETTINGS';
/** Injection token of the {@link DashboardStructure}, which is fixed when the dashboard is imported. */
export const DASHBOARD_STRUCTURE = 'TILLBRIDGE_DASHBOARD_STRUCTURE';
