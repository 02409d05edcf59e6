// @ts-check
/** What every page needs. The server adds an import of each module in `features`, in the order of their names. */
import "./live.js";
import "./forms.js";
import "./time.js";
import "./copy.js";
import "./fields.js";
import "./picker.js";
